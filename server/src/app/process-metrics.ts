/** The metrics of one process, by the name of the process. */
export type NamedMetrics = readonly (readonly [name: string, text: string])[];

interface Family {
  readonly heads: string[];
  readonly samples: string[];
}

/**
 * One page of metrics from those of several processes: every value has the process as a label, and what is said of a name is said once,
 * since a collector refuses a page that says it twice.
 */
export function joinMetrics(pages: NamedMetrics): string {
  const families = new Map<string, Family>();
  for (const [process, text] of pages) {
    let family: Family | undefined;
    for (const line of text.split('\n')) {
      const [, name = ''] = /^# (?:HELP|TYPE|UNIT) (\S+)/.exec(line) ?? [];
      if (name !== '') {
        family = families.get(name) ?? { heads: [], samples: [] };
        families.set(name, family);
        if (!family.heads.includes(line)) family.heads.push(line);
      } else if (line !== '' && !line.startsWith('#')) {
        family?.samples.push(withLabel(line, process));
      }
    }
  }
  return `${[...families.values()].flatMap(({ heads, samples }) => [...heads, ...samples]).join('\n')}\n`;
}

/** Label values may hold a brace or a space, names may not: the first of them ends the name. */
function withLabel(line: string, process: string): string {
  const end = line.search(/[\s{]/);
  const [name, rest] = [line.slice(0, end), line.slice(end)];
  const label = `process="${process}"`;
  if (!rest.startsWith('{')) return `${name}{${label}}${rest}`;
  return `${name}{${label}${rest.startsWith('{}') ? '' : ','}${rest.slice(1)}`;
}
