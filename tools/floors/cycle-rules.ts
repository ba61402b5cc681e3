import { findCycles } from '../source/find-cycles.ts';
import type { SourceFile } from '../source/read-sources.ts';
import { resolveImport } from '../source/resolve-import.ts';
import { placeOf } from './place.ts';
import type { Rule, Violation } from './rule.ts';

interface Link {
  from: string;
  to: string;
  path: string;
  line: number;
}

/** Cycles between files at run time. A type import is gone by then and does not count. */
export const fileCycles: Rule = (files) => {
  const known = new Set(files.map((file) => file.path));
  const links = files.flatMap((file) => linksOf(file, (line) => !line.isTypeOnly).filter((link) => known.has(link.to)));
  return cyclesAmong(links, 'file-cycle');
};

/** Cycles between rooms and between platform things. A type import counts: it is a thing one must know to read the other. */
export const roomCycles: Rule = (files) => {
  const links = files
    .filter((file) => !file.isTest)
    .flatMap((file) => linksOf(file, () => true))
    .map((link) => ({ ...link, from: roomOf(link.from), to: roomOf(link.to) }))
    .filter((link) => link.from !== '' && link.to !== '' && link.from !== link.to);
  return cyclesAmong(links, 'room-cycle');
};

function linksOf(file: SourceFile, counts: (line: SourceFile['imports'][number]) => boolean): Link[] {
  return file.imports.filter(counts).flatMap((line) => {
    const to = resolveImport(file.path, line.specifier);
    return to ? [{ from: file.path, to, path: file.path, line: line.line }] : [];
  });
}

function roomOf(path: string): string {
  const place = placeOf(path);
  return 'name' in place ? place.room : '';
}

function cyclesAmong(links: readonly Link[], rule: string): Violation[] {
  const graph = new Map<string, Set<string>>();
  for (const { from, to } of links) graph.set(from, (graph.get(from) ?? new Set()).add(to));

  return findCycles(graph).flatMap((cycle) => {
    const [first, second = first] = cycle;
    const link = links.find((candidate) => candidate.from === first && candidate.to === second);
    if (!link) return [];
    return [{ path: link.path, line: link.line, rule, message: [...cycle, first].join(' -> ') }];
  });
}
