import type { Entry } from '../entry.ts';
import { createTemplate } from './create-template.ts';
import { listTemplates } from './list-templates.ts';
import { deleteTemplate, duplicateTemplate, getTemplate, patchTemplate, templateUsage } from './one-template.ts';
import { previewTemplate } from './preview.ts';
import { createPreview, showPreview } from './preview-pages.ts';

export const templateEntries: readonly Entry[] = [
  listTemplates,
  createTemplate,
  getTemplate,
  patchTemplate,
  deleteTemplate,
  duplicateTemplate,
  templateUsage,
  previewTemplate,
  createPreview,
  showPreview,
];
