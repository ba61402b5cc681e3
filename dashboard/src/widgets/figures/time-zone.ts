import { createContext, useContext } from 'react';

/** The project's time zone. Without a provider the browser's own zone holds. */
export const TimeZoneContext = createContext<string | undefined>(undefined);

export const useTimeZone = (): string | undefined => useContext(TimeZoneContext);
