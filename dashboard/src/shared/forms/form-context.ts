import { createContext, useContext } from 'react';

/** Tells fields with hidden parts (language tabs) which path must become visible. */
export interface FocusRequest {
  path: string;
  at: number;
}
export const FormFocusContext = createContext<FocusRequest | null>(null);
export const useFocusRequest = (): FocusRequest | null => useContext(FormFocusContext);
