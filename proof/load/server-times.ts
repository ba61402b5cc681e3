import { clientOf } from '../../server/testing/client.ts';

/** The share of calls answered 429 or 503 within so many seconds of their first byte, as the server's own histogram says. */
export async function shareRefusedWithin(metricsUrl: string, seconds: string): Promise<number> {
  const { text: page } = await clientOf(metricsUrl).get('/metrics');
  const lines = page.split('\n').filter((line) => /status="(?:429|503)"/.test(line));
  const sum = (name: string, of: (line: string) => boolean = () => true): number =>
    lines
      .filter((line) => line.startsWith(`http_request_duration_seconds_${name}{`) && of(line))
      .reduce((total, line) => total + Number(line.split(' ').at(-1)), 0);
  const all = sum('count');
  if (all === 0) throw new Error('no call was refused');
  return Number((sum('bucket', (line) => line.includes(`le="${seconds}"`)) / all).toFixed(4));
}
