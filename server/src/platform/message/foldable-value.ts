const isPlain = /^[\x20-\x7e]*$/;
/** Leaves room for the name before it on the first line. */
const longestWord = 900;
const bytesPerWord = 45;

/** A header value as encoded words if it is not ASCII, or if a word of it could not be folded into a legal line. */
export function foldableValue(value: string): string {
  const isFoldable = value.split(/[ \t]+/).every((word) => word.length <= longestWord);
  return isPlain.test(value) && isFoldable ? value : encodedWords(value);
}

/** RFC 2047, base64, never splitting a character. */
function encodedWords(value: string): string {
  const words: string[] = [];
  let word = '';
  for (const character of value) {
    if (Buffer.byteLength(word + character) > bytesPerWord) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  return [...words, word].map((text) => `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`).join(' ');
}
