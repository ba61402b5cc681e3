import { CamelCasePlugin, type PluginTransformResultArgs, type QueryResult, type UnknownRow } from 'kysely';

/** Tables and columns are in snake case in the database, in camel case in the code. */
class CamelCaseQueries extends CamelCasePlugin {
  readonly #keys = new Map<string, string>();

  /** The property that holds a column. Remembers as many as all our tables have. */
  keyOf(column: string): string {
    const known = this.#keys.get(column);
    if (known !== undefined) return known;
    const key = this.camelCase(column);
    if (this.#keys.size < 2_000) this.#keys.set(column, key);
    return key;
  }

  /** Why unchanged: rows come from the connection with these keys already, named once per statement instead of once per row. */
  override async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result;
  }
}

export const camelCase = new CamelCaseQueries({ maintainNestedObjectKeys: true });

export const columnKey = (column: string): string => camelCase.keyOf(column);
