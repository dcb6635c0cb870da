import { useSkin } from '@/shared/ui/skin';
import { statusTones, surfaces } from '@/shared/ui/tokens';
import { KitBlock, KitState } from './kit-block';

/** The tokens of the open skin. */
export function KitColors() {
  const skin = useSkin();
  const swatch = (background: string) => (
    <div style={{ inlineSize: 88, blockSize: 36, borderRadius: 8, border: '1px solid var(--line)', background }} />
  );
  return (
    <>
      <KitBlock name="surfaces">
        {Object.entries(surfaces[skin]).map(([name, value]) => (
          <KitState key={name} name={name}>
            {swatch(value)}
          </KitState>
        ))}
      </KitBlock>
      <KitBlock name="statusTones">
        {Object.entries(statusTones[skin]).map(([name, { bg, fg }]) => (
          <KitState key={name} name={name}>
            <div style={{ padding: '4px 10px', borderRadius: 6, background: bg, color: fg }}>{name}</div>
          </KitState>
        ))}
      </KitBlock>
    </>
  );
}
