import { useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { frameOf } from '../../api/frame.ts';
import { useProject } from '../../api/project.ts';
import { useTemplate } from '../../api/templates.ts';
import { paths } from '../../navigation/paths.ts';
import { Screen } from '../../shell/screen.tsx';
import { SkeletonLines } from '../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../widgets/state-frame/state-frame.tsx';
import { TemplateEditor } from './template-editor.tsx';
import './template.css';

export function TemplateScreen(): ReactElement {
  const { project } = useProject();
  const { templateId = '' } = useParams({ strict: false });
  const template = useTemplate(templateId);
  const title = template.data?.name ?? 'Template';
  const crumbs = [{ name: 'Templates', href: paths.templates(project.id) }, { name: title }];
  if (template.data) {
    return (
      <Screen title={title} crumbs={crumbs} layout="bare">
        <TemplateEditor key={templateId} template={template.data} />
      </Screen>
    );
  }
  return (
    <Screen title={title} crumbs={crumbs}>
      <h1 className="vh">Template</h1>
      <StateFrame state={frameOf(template)} isEmpty skeleton={<SkeletonLines lines={12} />} empty={null}>
        {null}
      </StateFrame>
    </Screen>
  );
}
