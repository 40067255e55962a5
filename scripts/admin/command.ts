import type { Deps } from '../../src/server/deps.ts'

/** What a command works with. */
export interface AdminDeps extends Deps {
  /** Waits; until the time is over, unless it says otherwise. */
  pause?: (ms: number) => Promise<void>
}

/** An error in what was typed; nothing was done. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

export interface Command<D = AdminDeps> {
  /** What follows its name: `EMAIL --roles a,b`. */
  takes: string
  what: string
  /**
   * Runs it.
   *
   * @returns What is printed; an outcome, where that is more than having come out well.
   * @throws {CommandError} When it was typed wrong, or something is not well.
   */
  run(deps: D, typed: Typed): Promise<string | Outcome>
}

/** What a command prints, and what it exits with. */
export interface Outcome {
  isWell: boolean
  text: string
  /** Other than 0 where it came out well, and 1 where not. */
  exitCode?: number
}

type Options = Record<string, string | boolean | undefined>

/** What was typed after a command's name. */
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
   * @param choices What may stand in it.
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
    if (more !== undefined) throw new CommandError(`"${more}" is too much.`)
  }
}

/** Rows as columns that stand below one another. */
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
