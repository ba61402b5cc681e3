import type { Entry } from '../entry.ts';
import { createProject, listProjects } from './create-project.ts';
import { deleteProject } from './delete-project.ts';
import { projectKeys, regenerateKeys } from './keys.ts';
import { projectProvider, testProvider } from './provider.ts';
import { updateProject } from './update-project.ts';

export const projectEntries: readonly Entry[] = [
  listProjects,
  createProject,
  updateProject,
  deleteProject,
  regenerateKeys,
  projectKeys,
  projectProvider,
  testProvider,
];
