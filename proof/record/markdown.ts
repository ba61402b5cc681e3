/** A table; cells may hold anything. */
export function table(titles: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const lines = rows.map((cells) => `| ${cells.map(cellOf).join(' | ')} |`);
  return [`| ${titles.join(' | ')} |`, `|${'---|'.repeat(titles.length)}`, ...lines].join('\n');
}

const cellOf = (cell: string | number): string => String(cell).replaceAll('|', '\\|').replaceAll('\n', ' ');

/** Text that is shown as it is, whatever is in it. */
export const code = (text: string): string => `\`${text.replaceAll('`', "'")}\``;

/** Figures in one line of at most so many characters. */
export function shownFigures(figures: unknown, max = 220): string {
  if (figures === undefined) return '';
  const text = typeof figures === 'string' ? figures : JSON.stringify(figures);
  return code(text.length <= max ? text : `${text.slice(0, max)} …`);
}
