"""How units move: speed, terrain by speed mode, other bases, breaking away."""
