import { resolveImport } from '../source/resolve-import.ts';
import { locationOf } from './location.ts';
import { partList } from './part-list.ts';
import { perFile, type Rule } from './rule.ts';

/** The parts of a feature stand in layers as well. A type import counts; tests may import every part. */
export const partRules: Rule = perFile((file) => {
  const from = partOf(file.path);
  if (!from || file.isTest) return [];
  const at = { path: file.path, rule: 'part' };
  if (from.layer === -1) {
    return [{ ...at, line: 1, message: `${from.part} is not in the list of parts of ${from.feature}` }];
  }
  return file.imports.flatMap(({ specifier, line }) => {
    const target = resolveImport(file.path, specifier);
    const to = target === null ? null : partOf(target);
    if (!to || to.feature !== from.feature || to.part === from.part || to.layer < from.layer) return [];
    const where = to.layer === from.layer ? 'beside it' : 'above it';
    return [{ ...at, line, message: `${from.part} may not import ${to.part} ${where}` }];
  });
});

interface FeaturePart {
  readonly feature: string;
  readonly part: string;
  /** -1 for a folder that is not listed. */
  readonly layer: number;
}

/** Null for features without parts in layers, and for files beside the folders. */
function partOf(path: string): FeaturePart | null {
  const location = locationOf(path);
  if (location.kind !== 'features') return null;
  const layers = partList[location.name];
  const [part = '', file] = path.slice(location.folder.length + 1).split('/');
  if (!layers || file === undefined) return null;
  return { feature: location.name, part, layer: layers.findIndex((parts) => parts.includes(part)) };
}
