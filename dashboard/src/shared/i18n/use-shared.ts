import ar from './ar.json';
import { catalogue } from './catalogue';
import en from './en.json';

/** Texts of the shared components: buttons, states, validation, errors. Features may use them too (`s('save')`). */
export const useShared = catalogue({ ar, en });
