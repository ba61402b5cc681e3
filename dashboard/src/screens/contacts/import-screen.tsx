import { useParams } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { useProject } from '../../api/project.ts';
import { useGoTo } from '../../navigation/go-to.ts';
import { paths } from '../../navigation/paths.ts';
import { Screen } from '../../shell/screen.tsx';
import { DropZone } from './import/drop-zone.tsx';
import './import/import.css';
import { ImportJob } from './import/import-job.tsx';
import { ImportMapping } from './import/import-mapping.tsx';
import type { ChosenFile } from './import/use-import-file.ts';

/** Bring people. */
export function ImportScreen(): ReactElement {
  const { project } = useProject();
  const { jobId } = useParams({ strict: false });
  return (
    <Screen
      title="Import"
      className="import"
      crumbs={[{ name: 'Contacts', href: paths.contacts(project.id) }, { name: 'Import' }]}
    >
      {jobId === undefined ? <NewImport /> : <ImportJob jobId={jobId} />}
    </Screen>
  );
}

function NewImport(): ReactElement {
  const { project } = useProject();
  const goTo = useGoTo();
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  if (chosen)
    return (
      <ImportMapping
        chosen={chosen}
        onAnother={() => setChosen(null)}
        onStarted={(jobId) => goTo(paths.importJob(project.id, jobId))}
      />
    );
  return (
    <>
      <div className="head">
        <div>
          <h1>Import contacts</h1>
          <p className="sub">From a CSV file. You see what its columns become before anything is uploaded.</p>
        </div>
      </div>
      <div className="mt24">
        <DropZone onChosen={setChosen} />
      </div>
    </>
  );
}
