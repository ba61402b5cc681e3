/** What the log of a start says once everything is up. */
export const startLines = (
  role: string,
  addresses: readonly string[],
  metricsUrl: string,
  firstLines: readonly string[],
): string[] => [
  [`Postrider ${role} is running.`, ...addresses, `Operator port: ${metricsUrl}`].join(' '),
  ...firstLines,
];
