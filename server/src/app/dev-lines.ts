import type { DevSeed } from '#features/projects';

interface DevPlace {
  /** `none`: this instance serves none. */
  readonly dashboard: 'built' | 'missing' | 'none';
  /** Account mail, such as that with a link for a new password, is printed by this process. */
  readonly printsMail: boolean;
}

const dashboardLines: Readonly<Record<DevPlace['dashboard'], (url: string) => string[]>> = {
  built: (url) => [`Dashboard:  ${url}/app`],
  missing: () => ['Dashboard:  not built. Run npm run build --workspace dashboard, then start this again.'],
  none: () => [],
};

/** What `npm run dev` prints: where everything is, and commands that work without changes. */
export function devLines(url: string, seed: DevSeed, place: DevPlace): string[] {
  const { email, password, publicKey, secretKey } = seed;
  const known = password ? `password: ${password}` : '(password as printed at the first start)';
  const lines = [
    `Postrider is running at ${url}`,
    ...dashboardLines[place.dashboard](url),
    `Docs:       ${url}/docs`,
    `Owner:      ${email}  ${known}`,
  ];
  if (!password) lines.push(...newPasswordLines(url, email, place));
  if (!publicKey || !secretKey) return [...lines, 'Keys:       as you know them; they were made or replaced by hand.'];
  return [
    ...lines,
    `Public key: ${publicKey}`,
    `Secret key: ${secretKey}`,
    '',
    'Try it:',
    `  curl -s ${url}/v1/send -H 'Authorization: Bearer ${secretKey}' -H 'Content-Type: application/json' \\`,
    `    -d '{"to":"ada@example.com","from":"hello@postrider.test","subject":"Hello {{name ?? \\"there\\"}}","body":"<p>It works.</p>"}'`,
    '',
    'See what arrived (a new project is in test mode, nothing leaves this machine):',
    `  curl -s '${url}/inbox/wait?to=ada@example.com' -H 'Authorization: Bearer ${secretKey}'`,
  ];
}

function newPasswordLines(url: string, email: string, { dashboard, printsMail }: DevPlace): string[] {
  if (!printsMail || dashboard !== 'built') return [];
  return [`            For a new one, ask at ${url}/app/reset with ${email}: the mail with the link is printed here.`];
}
