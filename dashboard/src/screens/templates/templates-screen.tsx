import type { ReactElement } from 'react';
import { frameOf } from '../../api/frame.ts';
import { useTemplateCounts, useTemplates } from '../../api/templates.ts';
import { useUrlState } from '../../navigation/url-state.ts';
import { Screen } from '../../shell/screen.tsx';
import { type Tab, Tabs } from '../../widgets/tabs/tabs.tsx';
import { listShape, queryOf } from './list-state.ts';
import { NewTemplateDialog } from './new-template-dialog.tsx';
import { NoTemplates } from './no-templates.tsx';
import { blankSample, type Sample, samples } from './samples/samples.ts';
import { TemplateList } from './template-list.tsx';
import { TemplateTiles } from './template-tiles.tsx';
import './templates.css';
import { useLetter } from '../../shell/use-letter.ts';

export function TemplatesScreen(): ReactElement {
  const { state, set } = useUrlState(listShape);
  const templates = useTemplates(queryOf(state));
  const counts = useTemplateCounts();
  const begin = (sample: Sample) => set({ new: sample.key });
  useLetter('n', () => begin(blankSample));

  const isNothingYet = counts.data?.all === 0;
  const shown = {
    state,
    set,
    templates: templates.data?.templates ?? [],
    total: templates.data?.total ?? 0,
    frame: frameOf(templates),
    isNothingYet,
    nothingYet: <NoTemplates onChoose={begin} />,
  };
  return (
    <Screen title="Templates" layout={state.view === 'list' ? 'flush' : 'plain'}>
      <div className="head tight">
        <div>
          <h1>Templates</h1>
        </div>
        <div className="acts">
          <fieldset className="btns wide-only" aria-label="How templates are shown">
            {(['tiles', 'list'] as const).map((view) => (
              <button
                key={view}
                type="button"
                className="btn"
                aria-pressed={state.view === view}
                onClick={() => set({ view })}
              >
                {view === 'tiles' ? 'Tiles' : 'List'}
              </button>
            ))}
          </fieldset>
          <button type="button" className="btn primary" onClick={() => begin(blankSample)}>
            New template{' '}
            <kbd className="key wide-only" aria-hidden>
              n
            </kbd>
          </button>
        </div>
      </div>
      {!isNothingYet && (
        <div className="mt8">
          <Tabs
            label="Type of template"
            tabs={tabsOf(counts.data, state.type)}
            selected={state.type}
            onSelect={(key) => set({ type: listShape.type.read(key) ?? 'all', page: 1 })}
          />
        </div>
      )}
      {state.view === 'tiles' ? <TemplateTiles {...shown} /> : <TemplateList {...shown} />}
      {state.new !== '' && (
        <NewTemplateDialog
          key={state.new}
          sample={samples.find(({ key }) => key === state.new) ?? blankSample}
          onClose={() => set({ new: '' }, { replace: true })}
        />
      )}
    </Screen>
  );
}

type Counts = ReturnType<typeof useTemplateCounts>['data'];

function tabsOf(counts: Counts, selected: string): readonly Tab[] {
  const hasHeadless = (counts?.byType.HEADLESS ?? 0) > 0 || selected === 'HEADLESS';
  return [
    { key: 'all', label: 'All', count: counts?.all },
    { key: 'TRANSACTIONAL', label: 'Transactional', count: counts?.byType.TRANSACTIONAL },
    { key: 'MARKETING', label: 'Marketing', count: counts?.byType.MARKETING },
    ...(hasHeadless ? [{ key: 'HEADLESS', label: 'Headless', count: counts?.byType.HEADLESS }] : []),
  ];
}
