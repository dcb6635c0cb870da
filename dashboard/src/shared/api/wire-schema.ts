import type { components } from './schema';

/** Names of the wire's types in docs/openapi.json. */
export type SchemaName = keyof components['schemas'];

/**
 * A type of the wire as the server writes it: `Schema<'OrderRow'>`. A value that may be null is always there; the
 * document calls it optional only because it is not demanded of anyone. What the server leaves out stays optional.
 */
export type Schema<Name extends SchemaName> = Written<components['schemas'][Name]>;

/** A type of the wire as it is sent: what may be left out may be left out. `SchemaIn<'ProductIn'>`. */
export type SchemaIn<Name extends SchemaName> = components['schemas'][Name];

type NullableKey<T, Key extends keyof T> = null extends T[Key] ? Key : never;
type Flat<T> = { [Key in keyof T]: T[Key] };

export type Written<T> = T extends readonly (infer Item)[]
  ? Written<Item>[]
  : T extends object
    ? Flat<
        { [Key in keyof T as NullableKey<T, Key>]-?: Written<Exclude<T[Key], undefined>> } & {
          [Key in keyof T as Exclude<Key, NullableKey<T, Key>>]: Written<T[Key]>;
        }
      >
    : T;
