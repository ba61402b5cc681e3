/** How wide a character of a note is on average, and what stays free beside the next stop. */
const characterWidth = 6.5;
const gap = 8;

/** The lines that a note takes in this width; drawn text does not break by itself. */
export function noteLines(note: string, width: number): readonly string[] {
  const maxCharacters = Math.floor((width - gap) / characterWidth);
  const lines: string[] = [];
  for (const word of note.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= maxCharacters)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
