import type { Entry } from '../entry.ts';
import { createProject, listProjects } from './create-project.ts';
import { deleteProject } from './delete-project.ts';
import { projectKeys, regenerateKeys } from './keys.ts';
import { changeProvider, projectProvider, testProvider } from './provider.ts';
import { resetProject } from './reset-project.ts';
import { setupState } from './setup-state.ts';
import { updateProject } from './update-project.ts';
import { rotateWebhookSecret, webhookSecret } from './webhook-secret.ts';

export const projectEntries: readonly Entry[] = [
  listProjects,
  createProject,
  updateProject,
  deleteProject,
  resetProject,
  regenerateKeys,
  projectKeys,
  projectProvider,
  changeProvider,
  testProvider,
  webhookSecret,
  rotateWebhookSecret,
  setupState,
];
