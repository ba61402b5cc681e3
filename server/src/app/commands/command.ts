/** One use of the command `postrider`. */
export interface Command {
  readonly name: string;
  /** Arguments and options, as the help shows them. */
  readonly usage?: string;
  readonly summary: string;
  /** Positional arguments that must be there, by name; no others are taken. */
  readonly needs?: readonly string[];
  readonly options?: Readonly<Record<string, CommandOption>>;
  /** Prints by `io`; throws `CommandRefused` when it does not do what was asked for. */
  run(call: CommandCall, io: CommandOutput): Promise<void>;
}

/** Commands that the help shows together. */
export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}

/** `text` has a value, `flag` has none. */
export type CommandOption = 'text' | 'flag';

export interface CommandCall {
  /** In the order of `needs`. */
  readonly given: readonly string[];
  readonly texts: Readonly<Record<string, string | undefined>>;
  readonly flags: Readonly<Record<string, boolean | undefined>>;
}

/** Standard output gets the result and nothing else. */
export interface CommandOutput {
  /** One JSON document when standard output is no terminal, or with `--json`; otherwise lines for a person. */
  result(value: object, lines: readonly string[]): void;
  /** For a person who waits: standard error, only when it is a terminal. */
  progress(line: string): void;
}

/** The command was understood and does not do it. Ends the process with 1. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
  readonly suggestion: string | null;

  constructor(message: string, suggestion: string | null = null) {
    super(message);
    this.suggestion = suggestion;
  }
}

/** The command was not understood. Ends the process with 2. */
export class WrongUse extends Error {
  override readonly name = 'WrongUse';
}
