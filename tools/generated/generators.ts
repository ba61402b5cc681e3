import { errorsGenerator } from './errors.ts';
import type { Generator } from './generator.ts';
import { openApiGenerator } from './openapi.ts';
import { settingsGenerator } from './settings.ts';
import { tablesGenerator } from './tables.ts';

/** Why tables come first: the contract is made by code whose types they are. */
export const generators: Generator[] = [tablesGenerator, settingsGenerator, errorsGenerator, openApiGenerator];
