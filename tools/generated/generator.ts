/** Files that are made from code or from the database, never by hand. */
export interface Generator {
  /** What `npm run <name>` rewrites. */
  name: string;
  /** Every file it makes, by its path from the repository's root. */
  files(): Promise<Map<string, string>>;
  /** Files of this shape that it did not make are left over from before. */
  leftovers?: RegExp;
}
