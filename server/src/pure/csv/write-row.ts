/** One line of a CSV file for spreadsheets: no cell can start a formula (D-233, T29). */
export const writeRow = (cells: readonly string[]): string => `${cells.map(writeCell).join(',')}\r\n`;

const formula = /^[=+\-@\t\r]/;
const needsQuotes = /[",\r\n]|^\s|\s$/;

function writeCell(cell: string): string {
  const harmless = formula.test(cell) ? `'${cell}` : cell;
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
