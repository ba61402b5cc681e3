import { findCycles } from '../source/find-cycles.ts';
import type { SourceFile } from '../source/read-sources.ts';
import { resolveImport } from '../source/resolve-import.ts';
import { locationOf } from './location.ts';
import type { Rule, Violation } from './rule.ts';

interface ImportLink {
  from: string;
  to: string;
  path: string;
  line: number;
}

/** Cycles between files. A type import counts, although it is gone at run time: a reader of one file must know the other. */
export const fileCycles: Rule = (files) => {
  const known = new Set(files.map((file) => file.path));
  const links = files.flatMap((file) => linksOf(file).filter((link) => known.has(link.to)));
  return cyclesAmong(links, 'file-cycle');
};

/** Cycles between features and between platform modules. A type import counts here too. */
export const folderCycles: Rule = (files) => {
  const links = files
    .filter((file) => !file.isTest)
    .flatMap(linksOf)
    .map((link) => ({ ...link, from: folderOf(link.from), to: folderOf(link.to) }))
    .filter((link) => link.from !== '' && link.to !== '' && link.from !== link.to);
  return cyclesAmong(links, 'folder-cycle');
};

function linksOf({ path, imports }: SourceFile): ImportLink[] {
  return imports.flatMap(({ specifier, line }) => {
    const to = resolveImport(path, specifier);
    return to ? [{ from: path, to, path, line }] : [];
  });
}

function folderOf(path: string): string {
  const location = locationOf(path);
  return 'name' in location ? location.folder : '';
}

function cyclesAmong(links: readonly ImportLink[], rule: string): Violation[] {
  const graph = new Map<string, Set<string>>();
  for (const { from, to } of links) graph.set(from, (graph.get(from) ?? new Set()).add(to));

  return findCycles(graph).flatMap((cycle) => {
    const [first, second = first] = cycle;
    const link = links.find((candidate) => candidate.from === first && candidate.to === second);
    if (!link) return [];
    return [{ path: link.path, line: link.line, rule, message: [...cycle, first].join(' -> ') }];
  });
}
