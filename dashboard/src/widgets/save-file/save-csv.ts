import { saveFile } from './save-file.ts';

/** Offers a text as a CSV file for saving. */
export const saveCsv = (name: string, text: string): void => saveFile(name, text, 'csv');
