import { pathToFileURL } from 'node:url';
import { repositoryRoot } from '../source/repository-root.ts';

/** Imports a file of the server, so that a missing one fails only the step that needs it. */
export async function loadServerModule<T>(path: string): Promise<T> {
  return import(new URL(`server/${path}`, pathToFileURL(repositoryRoot)).href);
}
