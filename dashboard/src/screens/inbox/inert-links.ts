/** A tag of a link with its attributes; quoted values may hold `>`. Bounded, so that a tag that never ends costs little. */
const linkTags = /<(a|area)(?=[\s/])((?:"[^"]{0,8192}"|'[^']{0,8192}'|[^'"<>]){0,256})>/gi;
const addresses = /(\s|\/)(?:xlink:)?href\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi;

/**
 * The same HTML with links that lead nowhere, so that a press in the preview does not put another page in its place.
 * Why by text: a parser of the page would report the handlers that a hostile mail carries. Nothing depends on it for
 * safety: the frame runs nothing, may open nothing, and the policy of the page lets it show nothing of other hosts.
 */
export function withInertLinks(html: string): string {
  return html
    .replace(linkTags, (_tag, name: string, attributes: string) => {
      // Why not removed: mails style links by whether they are ones.
      const inert = attributes.replace(addresses, '$1href="#"').replace(/(\s)target\s*=/gi, '$1data-target=');
      return `<${name}${inert}>`;
    })
    .replace(/<base(?=[\s/>])/gi, '<x-base');
}
