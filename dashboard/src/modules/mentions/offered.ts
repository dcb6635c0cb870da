import { fold } from '@/shared/lib/fold';
import type { Person } from './mentions';

/** Members with a name whose word starts with the typed text (folded); at most eight. */
export function offered(people: readonly Person[], query: string): Person[] {
  const folded = fold(query).trim();
  const fits = ({ name }: Person) => {
    const own = fold(name);
    return own.startsWith(folded) || own.includes(` ${folded}`);
  };
  return people.filter((person) => folded === '' || fits(person)).slice(0, 8);
}
