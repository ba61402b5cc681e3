/** The filters and tags of the template language (D-528, D-531 of the contract): the editor offers these and no others. */
export const filterNames: readonly string[] = `
  append prepend upcase downcase capitalize strip lstrip rstrip strip_html strip_newlines newline_to_br replace
  replace_first remove remove_first split slice truncate truncatewords escape escape_once url_encode url_decode
  plus minus times divided_by modulo abs ceil floor round at_least at_most
  join first last size reverse sort sort_natural uniq map where compact concat sum
  date default json raw`
  .trim()
  .split(/\s+/);

/** A tag and what is written for it; `#{…}` is what the author fills in. */
export const tagSnippets: Readonly<Record<string, string>> = {
  if: 'if #{condition} %}#{}{% endif',
  unless: 'unless #{condition} %}#{}{% endunless',
  for: 'for #{item} in #{items} %}#{}{% endfor',
  case: 'case #{name} %}{% when #{"value"} %}#{}{% endcase',
  assign: 'assign #{name} = #{value}',
  capture: 'capture #{name} %}#{}{% endcapture',
  comment: 'comment %}#{}{% endcomment',
  raw: 'raw %}#{}{% endraw',
};

/** Tags that stand inside the block of another one. */
export const innerTags: readonly string[] = [
  'else',
  'elsif',
  'when',
  'break',
  'continue',
  'cycle',
  'endif',
  'endunless',
  'endfor',
  'endcase',
  'endcapture',
  'endcomment',
  'endraw',
];

/** Names that every mail has, whatever is known about the contact. */
export const serviceNames: readonly { readonly name: string; readonly says: string }[] = [
  { name: 'email', says: 'address of the contact' },
  { name: 'unsubscribeUrl', says: 'link' },
  { name: 'manageUrl', says: 'link' },
  { name: 'subscribeUrl', says: 'link' },
];

/** The known filter that a misspelt one most likely is; null if none is near. */
export function nearestFilter(name: string): string | null {
  const wanted = name.slice(0, 40).toLowerCase();
  const [best] = filterNames
    .map((filter) => ({ filter, distance: distanceOf(wanted, filter) }))
    .toSorted((one, other) => one.distance - other.distance);
  return best && best.distance <= Math.max(1, Math.floor(wanted.length / 3)) ? best.filter : null;
}

/** How many letters have to be put in, taken out or replaced to make one word of the other. */
function distanceOf(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = (above[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    above = current;
  }
  return above[other.length] ?? 0;
}
