import { fold } from '@/shared/lib/fold';
import type { Person } from './mentions';

/** The people of whose name a word begins with what is typed, in any spelling; at most eight. */
export function offered(people: readonly Person[], asked: string): Person[] {
  const wanted = fold(asked).trim();
  const fits = ({ name }: Person) => {
    const own = fold(name);
    return own.startsWith(wanted) || own.includes(` ${wanted}`);
  };
  return people.filter((person) => wanted === '' || fits(person)).slice(0, 8);
}
