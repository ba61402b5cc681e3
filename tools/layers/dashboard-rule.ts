import { posix } from 'node:path';
import type { SourceFile } from '../source/read-sources.ts';
import { perFile, type Rule, type Violation } from './rule.ts';

const folder = 'dashboard/src/';

/** The folders of the dashboard, bottom first: each imports itself and those before it. */
const order = ['look', 'widgets', 'api', 'navigation', 'shell', 'screens'];
/** `router.tsx` names every screen, and the shell's frame stands around them. */
const top = new Set([`${folder}main.tsx`, `${folder}navigation/router.tsx`, `${folder}shell/project-frame.tsx`]);
/** Packages that only some folders may use. */
const owners: Readonly<Record<string, readonly string[]>> = {
  '@postrider/sdk': ['api'],
  '@tanstack/react-query': ['api', 'main.tsx'],
};

/** Widgets draw and know no server; `api` alone calls the SDK; screens of different features do not import each other. Tests are free. */
export const dashboardRule: Rule = perFile((file) => {
  if (!file.path.startsWith(folder) || file.isTest || top.has(file.path)) return [];
  const [own = '', feature = ''] = file.path.slice(folder.length).split('/');
  return file.imports.flatMap(({ specifier, line }) => {
    const message = specifier.startsWith('.')
      ? messageOn(own, feature, posix.join(posix.dirname(file.path), specifier))
      : packageMessage(own, specifier);
    return message === null ? [] : [violation(file, line, message)];
  });
});

function messageOn(own: string, feature: string, target: string): string | null {
  if (!target.startsWith(folder)) return `the dashboard imports nothing of the repository but itself, not ${target}`;
  const [other = '', otherFeature = ''] = target.slice(folder.length).split('/');
  if (order.indexOf(other) > order.indexOf(own)) return `${own} stands below ${other} and may not import it`;
  if (own === 'screens' && other === 'screens' && feature !== otherFeature) {
    return `screens of ${feature} may not import screens of ${otherFeature}`;
  }
  return null;
}

function packageMessage(own: string, specifier: string): string | null {
  const allowed = owners[specifier];
  if (!allowed || allowed.includes(own)) return null;
  return `only ${allowed.join(' and ')} may import ${specifier}`;
}

const violation = ({ path }: SourceFile, line: number, message: string): Violation => ({
  path,
  line,
  rule: 'dashboard',
  message,
});
