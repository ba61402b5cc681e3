import { Menu } from '@base-ui/react/menu';
import { useNavigate } from '@tanstack/react-router';
import { LogOut, Moon, Sun, UserRound } from 'lucide-react';
import type { ReactElement } from 'react';
import { useLogout, useUser } from '../api/account.ts';
import { paths } from '../navigation/paths.ts';
import { changePreferences, usePreferences } from './preferences.ts';
import './menus.css';

export function AccountMenu(): ReactElement {
  const { data: user } = useUser();
  const { theme } = usePreferences();
  const navigate = useNavigate();
  const logout = useLogout();
  const isDark = theme === 'dark' || document.documentElement.dataset.theme === 'dark';
  const name = user?.name ?? user?.email ?? '';
  return (
    <Menu.Root>
      <Menu.Trigger className="me" aria-label={`${initialsOf(name)}, account of ${name}`}>
        {initialsOf(name)}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="menu-place" sideOffset={6} align="end">
          <Menu.Popup className="menu">
            <Menu.Item onClick={() => void navigate({ to: '/account' })}>
              <UserRound className="i" size={16} strokeWidth={1.75} aria-hidden />
              Account
            </Menu.Item>
            <Menu.Item onClick={() => changePreferences({ theme: isDark ? 'light' : 'dark' })}>
              {isDark ? (
                <Sun className="i" size={16} strokeWidth={1.75} aria-hidden />
              ) : (
                <Moon className="i" size={16} strokeWidth={1.75} aria-hidden />
              )}
              {isDark ? 'Light theme' : 'Dark theme'}
            </Menu.Item>
            <Menu.Separator />
            <Menu.Item onClick={() => logout.mutate(undefined, { onSuccess: () => location.replace(paths.login()) })}>
              <LogOut className="i" size={16} strokeWidth={1.75} aria-hidden />
              Sign out
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** "Anna Keller" and "anna.keller@…" are both AK. */
export function initialsOf(name: string): string {
  const words = (name.split('@')[0] ?? '').split(/[\s._-]+/).filter((word) => word !== '');
  const first = words[0]?.[0] ?? '?';
  const second = words.length > 1 ? (words.at(-1)?.[0] ?? '') : '';
  return (first + second).toUpperCase();
}
