/** What a process answers on its operator port; null when it does not: it has just ended, or is too busy or hangs. */
export async function askProcess(url: string, maxMs: number): Promise<{ isGood: boolean; text: string } | null> {
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(maxMs) });
    return { isGood: reply.ok, text: await reply.text() };
  } catch {
    return null;
  }
}
