import { crashPoint } from '#platform/faults';

const points = [
  ['EHLO', 'delivery.connected'],
  ['MAIL', 'delivery.mail'],
  ['RCPT', 'delivery.rcpt'],
  ['DATA', 'delivery.data'],
] as const;

/** In fault runs: ends the process at the reply to a chosen command of a link. Replies come in the order of commands. */
export function crashOnWire(): (direction: 'client' | 'server', line: string) => void {
  const commands: string[] = [];
  return (direction, line) => {
    if (direction === 'client') {
      commands.push(line);
      return;
    }
    const command = commands.shift() ?? '';
    const point = points.find(([verb]) => command.startsWith(verb))?.[1];
    if (point) crashPoint(point).catch(() => {}); // it does not reject
  };
}
