/** Where files are kept outside of the database. Keys are made by us: letters, digits, `-` and one `.`. */
export interface FileStore {
  /** Durable when it resolves; a reader sees the whole file or none. */
  put(key: string, bytes: Buffer, type: string): Promise<void>;
  /** Null when there is no such file. */
  read(key: string, maxBytes: number): Promise<Buffer | null>;
  /** Also of what a `put` left unfinished; a file that is not there is no error. */
  remove(key: string): Promise<void>;
  /** Where readers find the file without us; null where they do not. */
  publicUrl(key: string): string | null;
  close(): void;
}

export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
}
