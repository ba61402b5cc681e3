/** How long a sent campaign can be taken back. */
export const undoSeconds = 30;
