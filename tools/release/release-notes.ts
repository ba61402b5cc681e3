/** The part of the changelog about one version, without its heading; a version without one is refused. */
export function releaseNotes(changelog: string, version: string): string {
  const [, ...parts] = changelog.split(/^## /m);
  const part = parts.find((text) => new RegExp(`^\\[?${version.replaceAll('.', '\\.')}(?![\\w.-])`).test(text));
  const notes = part?.slice(part.indexOf('\n')).trim();
  if (!notes) throw new Error(`CHANGELOG.md has no notes about ${version}`);
  return notes;
}
