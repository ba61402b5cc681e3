import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';
export type Density = 'compact' | 'comfortable';

export interface Preferences {
  readonly theme: Theme;
  readonly density: Density;
  readonly hasKeys: boolean;
}

const system = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

/** Also read by `public/preferences.js`, before the first paint. */
function kept(name: string): string | null {
  try {
    return localStorage.getItem(`postrider-${name}`);
  } catch {
    return null; // storage is refused in some private windows
  }
}

function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`postrider-${name}`, value);
  } catch {
    // then the choice lasts for this page
  }
}

function initial(): Preferences {
  const theme = kept('theme');
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    density: kept('density') === 'comfortable' ? 'comfortable' : 'compact',
    hasKeys: kept('keys') !== 'off',
  };
}

let current = initial();

function apply(): void {
  const { theme, density, hasKeys } = current;
  const { dataset } = document.documentElement;
  dataset.theme = theme === 'dark' || (theme === 'system' && system.matches) ? 'dark' : 'light';
  if (density === 'comfortable') dataset.density = density;
  else delete dataset.density;
  if (hasKeys) delete dataset.keys;
  else dataset.keys = 'off';
}

system.addEventListener('change', apply);

export function changePreferences(change: Partial<Preferences>): void {
  current = { ...current, ...change };
  keep('theme', current.theme);
  keep('density', current.density);
  keep('keys', current.hasKeys ? 'on' : 'off');
  apply();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const usePreferences = (): Preferences => useSyncExternalStore(subscribe, () => current);
