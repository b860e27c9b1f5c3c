package model

import _ "hooke/mesh"
