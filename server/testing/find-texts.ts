/** Shorter texts occur by chance and are not looked for. */
export const shortestText = 12;

/** A text as it is, and as escaped in JSON. */
export const spellings = (text: string): string[] => [text, JSON.stringify(text).slice(1, -1)];

/**
 * For each text that occurs, the first line that contains it. Every line is read once, however many texts there are: a run looks for
 * thousands in megabytes.
 */
export function findTexts(lines: readonly string[], texts: readonly string[]): string[] {
  const byBeginning = new Map<string, [spelling: string, text: string][]>();
  for (const text of texts) {
    for (const spelling of new Set(spellings(text))) {
      const beginning = spelling.slice(0, shortestText);
      byBeginning.set(beginning, [...(byBeginning.get(beginning) ?? []), [spelling, text]]);
    }
  }
  const found = new Map<string, string>();
  if (byBeginning.size === 0) return [];
  for (const line of lines) {
    for (let start = 0; start + shortestText <= line.length; start += 1) {
      for (const [spelling, text] of byBeginning.get(line.slice(start, start + shortestText)) ?? []) {
        if (!found.has(text) && line.startsWith(spelling, start)) found.set(text, line);
      }
    }
  }
  return [...found.values()];
}
