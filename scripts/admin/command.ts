import type { Deps } from '../../src/server/deps.ts'
import { lookUpProviders } from '../../src/server/look-ups.ts'

/** The parts of the application that come from the brand's folder. */
type BrandDeps = Pick<Deps, 'catalogue' | 'catalogueVersion' | 'startedAt' | keyof LookUps>
type LookUps = ReturnType<typeof lookUpProviders>

/** The dependencies of a command: without a brand, whose folder may not be valid while someone edits it. */
export interface AdminDeps extends Omit<Deps, keyof BrandDeps> {
  /** Waits some milliseconds; tests pass their own. */
  pause?: (ms: number) => Promise<void>
}

/** Adds the brand, for a command that needs all of the application; tests bring their own. */
export async function withBrand(deps: AdminDeps): Promise<Deps> {
  const { catalogue, catalogueVersion } = await import('../../src/content/catalogue.ts')
  const { settings, db, now } = deps
  const brand: BrandDeps = {
    catalogue,
    catalogueVersion,
    startedAt: now(),
    ...lookUpProviders(settings, { db, catalogue, now }),
  }
  return { ...brand, ...deps }
}

/** An error in the command line; nothing was changed. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

export interface Command<D = AdminDeps> {
  /** The arguments after its name: `EMAIL --roles a,b`. */
  takes: string
  what: string
  /**
   * Runs it.
   *
   * @returns The text to print, or an outcome with an exit code of its own.
   * @throws {CommandError} For a wrong command line, or when the command fails.
   */
  run(deps: D, typed: Typed): Promise<string | Outcome>
}

/** The output and exit code of a command. */
export interface Outcome {
  isWell: boolean
  text: string
  /** By default 0 if `isWell`, else 1. */
  exitCode?: number
}

type Options = Record<string, string | boolean | undefined>

/** The arguments of a command. */
export class Typed {
  readonly #words: string[]
  readonly #options: Options

  constructor(words: string[], options: Options) {
    this.#words = [...words]
    this.#options = options
  }

  /** The next word. */
  word(name: string): string {
    const value = this.#words.shift()?.trim()
    if (!value) throw new CommandError(`${name} is missing.`)
    return value
  }

  option(name: string): string {
    const given = this.#options[name]
    const value = typeof given === 'string' && given.trim()
    if (!value) throw new CommandError(`--${name} is missing.`)
    return value
  }

  /** An option that may be left out. */
  optional(name: string): string | null {
    return this.#options[name] === undefined ? null : this.option(name)
  }

  /** Whether an option without a value was given. */
  flag(name: string): boolean {
    return this.#options[name] === true
  }

  /**
   * An option that is a list, such as `--roles sales,service`; `none` is the empty one.
   *
   * @param choices The allowed items.
   */
  list<T extends string>(name: string, choices: readonly T[]): T[] {
    const value = this.option(name)
    if (value === 'none') return []
    return value.split(',').map((text) => {
      const chosen = choices.find((one) => one === text.trim())
      if (chosen === undefined) throw new CommandError(`--${name}: there is no "${text}".`)
      return chosen
    })
  }

  /** @throws {CommandError} For a word too many. */
  end(): void {
    const [more] = this.#words
    if (more !== undefined) throw new CommandError(`There is one argument too many: "${more}".`)
  }
}

/** Formats rows with aligned columns. */
export function table(rows: string[][]): string {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]!.length))) ?? []
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
