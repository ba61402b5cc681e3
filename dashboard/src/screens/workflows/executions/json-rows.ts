import type { KeyValueRow } from '../../../widgets/key-value-table/key-value-table.tsx';

const maxRows = 200;

/** The top-level keys of a JSON object as rows; what the API sends is JSON by nature. */
export const jsonRows = (value: Readonly<Record<string, unknown>> | null): readonly KeyValueRow[] =>
  Object.entries(value ?? {})
    .slice(0, maxRows)
    .map(([key, inside]) => ({ key, value: inside as KeyValueRow['value'] }));
