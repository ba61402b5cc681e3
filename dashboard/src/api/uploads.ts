import type { Reply } from '@postrider/sdk';
import type { UseMutationResult } from '@tanstack/react-query';
import { useProjectChange } from './project.ts';

export const useUploadImage = (): UseMutationResult<Reply<'POST /uploads/image'>, Error, File> =>
  useProjectChange((session, file) => session.uploads.image(file, file.name));
