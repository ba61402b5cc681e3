import type { ReactElement } from 'react';
import { useProject } from '../../api/project.ts';
import { MailFace } from './mail-face.tsx';
import { blankSample, bodyFor, type Sample, samples } from './samples/samples.ts';
import { typeWords } from './type-words.ts';

/** The first template: three mails to begin with, and an empty one. */
export function NoTemplates({ onChoose }: { readonly onChoose: (sample: Sample) => void }): ReactElement {
  const { project } = useProject();
  return (
    <section className="no-templates" aria-labelledby="no-templates">
      <h2 id="no-templates">Begin with a mail that works</h2>
      <p className="t2 prose">
        A template is a text you send again and again, with the fields of each contact in it. Take one of these and
        change the words, or start with an empty page.
      </p>
      <div className="tiles mt16">
        {[...samples, blankSample].map((sample) => (
          <button type="button" className="tile" key={sample.key} onClick={() => onChoose(sample)}>
            <MailFace
              version={sample.key}
              input={{ body: bodyFor(sample, project.name), type: sample.type, data: sample.values }}
            />
            <span className="name">
              <span className="cut">{sample.name}</span>
              <span className="chip">{typeWords[sample.type].word}</span>
            </span>
            <span className="facts t3">{sample.says}</span>
          </button>
        ))}
      </div>
    </section>
  );
}
