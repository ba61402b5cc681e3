import { defineEvent } from '#platform/events';
import type { TemplateId } from './template.ts';

/** A template is about to go; rooms above forget its name in the same transaction (D-506). */
export const TemplateDeleted = defineEvent<{ templateId: TemplateId }>('templates.deleted');
