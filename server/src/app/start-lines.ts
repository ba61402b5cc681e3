import type { RunningApp } from './run-app.ts';

const portNames: Readonly<Record<string, string>> = {
  inbound: 'Incoming mail by SMTP',
  submission: 'SMTP submission',
  'submission-tls': 'SMTP submission with TLS',
};

/** Where a process can be reached, as the log of a start says it. */
export const addressesOf = ({ url, ports }: Pick<RunningApp, 'url' | 'ports'>): string[] => [
  ...(url ? [`API: ${url}`] : []),
  ...Object.entries(ports).map(([name, port]) => `${portNames[name] ?? name}: port ${port}`),
];

/** What the log of a start says once everything is up. */
export const startLines = (
  role: string,
  addresses: readonly string[],
  metricsUrl: string,
  firstLines: readonly string[],
): string[] => [
  `Postrider ${role} is running. ${[...addresses, `Operator port: ${metricsUrl}`].join(', ')}`,
  ...firstLines,
];
