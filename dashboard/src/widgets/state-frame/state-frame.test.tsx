import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { phaseOf } from './frame-state.ts';
import { ProblemNotice, WayBackProvider } from './problem-notice.tsx';
import { LogsLinkProvider } from './request-id.tsx';
import { StateFrame } from './state-frame.tsx';

const readAgain = () => {};
const drawNotice = (statusCode: number, onRetry: (() => void) | null = readAgain) =>
  renderToStaticMarkup(
    <WayBackProvider value={<a href="/emails">Back to Emails</a>}>
      <ProblemNotice
        problem={{ message: 'There is no such mail.', suggestion: '', statusCode }}
        onRetry={onRetry ?? undefined}
      />
    </WayBackProvider>,
  );

const problem = { message: 'It failed.', suggestion: 'Wait a little.', requestId: 'req-1', statusCode: 503 };

describe('the phase of a frame', () => {
  it.each([
    [{ isLoading: true }, true, 'loading'],
    [{ isLoading: false, problem }, true, 'failed'],
    [{ isLoading: false }, true, 'empty'],
    [{ isLoading: false }, false, 'ready'],
    [{ isLoading: false, problem }, false, 'ready'],
    [{ isLoading: true }, false, 'ready'],
  ] as const)('%j with nothing to show: %s', (state, isEmpty, phase) => {
    expect(phaseOf(state, isEmpty)).toBe(phase);
  });
});

describe('the frame', () => {
  const draw = (state: Parameters<typeof phaseOf>[0], isEmpty: boolean) =>
    renderToStaticMarkup(
      <StateFrame state={state} isEmpty={isEmpty} skeleton="skeleton" empty="empty">
        data
      </StateFrame>,
    );

  it('keeps data beside a failure', () => {
    const html = draw({ isLoading: false, problem, shownFrom: '14:29' }, false);
    expect(html).toContain('data');
    expect(html).toContain('It failed.');
    expect(html).toContain('Wait a little.');
    expect(html).toContain('What you see is from 14:29.');
  });

  it('says nothing of older data when there is none', () => {
    expect(draw({ isLoading: false, problem, shownFrom: '14:29' }, true)).not.toContain('14:29');
  });

  it('does not show the skeleton at once', () => {
    expect(draw({ isLoading: true }, true)).toContain('class="not-yet"');
  });

  it('links the request to its row in Logs', () => {
    const html = renderToStaticMarkup(
      <LogsLinkProvider value={(id) => <a href={`/logs/${id}`}>See it in Logs</a>}>
        <ProblemNotice problem={problem} />
      </LogsLinkProvider>,
    );
    expect(html).toContain('href="/logs/req-1"');
  });

  it('leads back from what is not there, instead of trying again', () => {
    expect(drawNotice(404)).toContain('Back to Emails');
    expect(drawNotice(404)).toContain('It was deleted, or it belongs to another project.');
    expect(drawNotice(404)).not.toContain('Try again');
    expect(drawNotice(503)).not.toContain('Back to Emails');
    expect(drawNotice(503)).toContain('Try again');
  });

  it('leads nowhere from a refused action', () => {
    const html = drawNotice(404, null);
    expect(html).toContain('There is no such mail.');
    expect(html).not.toContain('Back to Emails');
    expect(html).not.toContain('It was deleted');
  });
});
