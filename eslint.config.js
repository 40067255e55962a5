import { defineConfig } from 'eslint/config'
import astro from 'eslint-plugin-astro'
import jsxA11y from 'eslint-plugin-jsx-a11y-x'
import playwright from 'eslint-plugin-playwright'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

const noInlineStyle = {
  selector: 'JSXAttribute[name.name="style"]',
  message:
    'The policy blocks style attributes of server-rendered islands: use a class, or set a custom property in an effect.',
}

export default defineConfig(
  {
    ignores: [
      'dist/',
      'builds/',
      '.astro/',
      'data/',
      'node_modules/',
      'test-results/',
      'playwright-report/',
    ],
  },
  tseslint.configs.recommended,
  astro.configs['flat/recommended'],
  {
    files: ['**/*.{ts,tsx}'],
    rules: {
      // TypeScript says it already (noUnusedLocals, noUnusedParameters).
      '@typescript-eslint/no-unused-vars': 'off',
      eqeqeq: ['error', 'always'],
      'no-console': ['error', { allow: ['error', 'warn'] }],
    },
  },
  {
    files: ['src/**/*.tsx'],
    plugins: {
      ...reactHooks.configs.flat.recommended.plugins,
      ...jsxA11y.configs.recommended.plugins,
    },
    rules: {
      ...reactHooks.configs.flat.recommended.rules,
      ...jsxA11y.configs.recommended.rules,
      'no-restricted-syntax': ['error', noInlineStyle],
    },
  },
  {
    // What the rules of React's compiler say is of use to components only, and takes longest here.
    files: ['src/**/*.test.tsx'],
    rules: Object.fromEntries(
      Object.keys(reactHooks.configs.flat.recommended.rules)
        .filter((rule) => !/rules-of-hooks|exhaustive-deps/.test(rule))
        .map((rule) => [rule, 'off']),
    ),
  },
  {
    // Today's tables are not those of the day a migration was written.
    files: ['src/server/platform/database/migrations/**'],
    rules: { '@typescript-eslint/no-explicit-any': 'off' },
  },
  {
    files: [
      'scripts/**',
      'src/server/serve.ts',
      'tests/{setup,bench,faults,fuzz,payments,pictures,tabs}/**',
    ],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['tests/e2e/**', 'tests/pictures/*.e2e.ts'],
    ...playwright.configs['flat/recommended'],
    rules: {
      ...playwright.configs['flat/recommended'].rules,
      // Tests here are tables: which check applies to a row is part of the row.
      'playwright/no-conditional-in-test': 'off',
    },
  },
)
