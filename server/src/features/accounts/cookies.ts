import type { Config } from '#platform/config';
import { sessionCookieName } from '#platform/http';
import { absoluteSeconds } from './session.ts';

/** The header that sets the session cookie (D-1101). */
export const sessionCookie = (config: Config, token: string): { 'set-cookie': string } => ({
  'set-cookie': cookie(config, sessionCookieName(config.BASE_URL), token, absoluteSeconds),
});

export const clearedSessionCookie = (config: Config): { 'set-cookie': string } => ({
  'set-cookie': cookie(config, sessionCookieName(config.BASE_URL), '', 0),
});

export const oauthCookieName = ({ BASE_URL }: Config): string =>
  BASE_URL.startsWith('https:') ? '__Host-sign-in' : 'sign-in';

export const oauthCookie = (config: Config, value: string, seconds: number): string =>
  cookie(config, oauthCookieName(config), value, seconds);

function cookie({ BASE_URL }: Config, name: string, value: string, seconds: number): string {
  const secure = BASE_URL.startsWith('https:') ? '; Secure' : '';
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}
